# Part 7: top-level await. One loop lives as long as the kernel; while tasks are open it also runs between executions.


class Loop:
    loop = None

    def get(self):
        asyncio = own('asyncio')
        if self.loop is None or self.loop.is_closed():
            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
        return self.loop

    def has_tasks(self):
        return self.loop is not None and not self.loop.is_closed() and bool(own('asyncio').all_tasks(self.loop))

    def wait_readable(self, fd):
        """Background tasks go on until a request comes."""
        loop = self.loop
        loop.add_reader(fd, loop.stop)
        try:
            loop.run_forever()
        finally:
            loop.remove_reader(fd)


LOOP = Loop()


def run_coroutine(coroutine):
    loop = LOOP.get()
    task = loop.create_task(coroutine)
    try:
        return loop.run_until_complete(task)
    except KeyboardInterrupt:
        # Raised in the middle of the loop: the cell is told, so that it can put away what it has in hand.
        if task.done():
            raise
        task.cancel()
        loop.run_until_complete(own('asyncio').wait([task]))
        raise


def idle_wait():
    return LOOP.wait_readable if LOOP.has_tasks() else None

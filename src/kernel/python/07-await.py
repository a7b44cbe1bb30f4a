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
        """Runs background tasks until a request comes."""
        loop = self.loop
        loop.add_reader(fd, loop.stop)
        try:
            loop.run_forever()
        finally:
            loop.remove_reader(fd)

    def sockets(self):
        """The sockets that wake the loop."""
        ends = (getattr(self.loop, '_ssock', None), getattr(self.loop, '_csock', None))
        return [end.fileno() for end in ends if end is not None]

    def renew(self):
        """In a process that continues from a copy: the loop's epoll is shared with the earlier process, and no longer as it
        was."""
        selector = getattr(self.loop, '_selector', None)
        if not isinstance(getattr(selector, '_selector', None), select.epoll):
            return
        selector._selector.close()
        selector._selector = select.epoll()
        for key in selector.get_map().values():
            events = (key.events & 1 and select.EPOLLIN) | (key.events & 2 and select.EPOLLOUT)
            selector._selector.register(key.fd, events)


LOOP = Loop()


def run_coroutine(coroutine):
    loop = LOOP.get()
    task = loop.create_task(coroutine)
    try:
        return loop.run_until_complete(task)
    except KeyboardInterrupt:
        # The interrupt came in the middle of the loop: the cell is cancelled, so that it can clean up.
        if task.done():
            raise
        task.cancel()
        loop.run_until_complete(own('asyncio').wait([task]))
        raise


def idle_wait():
    return LOOP.wait_readable if LOOP.has_tasks() else None

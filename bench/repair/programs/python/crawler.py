import asyncio
from urllib.parse import urljoin, urlparse

PAGES = {
    "http://site/": ["/about", "/blog", "http://other/"],
    "http://site/about": ["/"],
    "http://site/blog": ["/blog/1", "/blog/2"],
    "http://site/blog/1": ["/blog"],
}


class Crawler:
    def __init__(self, start, limit=10):
        self.start = start
        self.limit = limit
        self.seen = set()
        self.failed = []

    async def load(self, url):
        await asyncio.sleep(0.001)
        if url not in PAGES:
            raise LookupError(f"{url} is gone")
        return PAGES[url]

    async def visit(self, url):
        if url in self.seen or len(self.seen) >= self.limit:
            return
        self.seen.add(url)
        try:
            links = await self.load(url)
        except LookupError as error:
            self.failed.append(str(error))
            return
        targets = [urljoin(url, link) for link in links]
        inside = [target for target in targets if urlparse(target).netloc == "site"]
        await asyncio.gather(*[self.visit(target) for target in inside])


async def main():
    crawler = Crawler("http://site/")
    task = asyncio.create_task(crawler.visit(crawler.start))
    await task
    for url in sorted(crawler.seen):
        print(urlparse(url).path.strip("/") or "home")
    print("Failed:", crawler.failed, "seen: " + str(len(crawler.seen)))
    small = Crawler("http://site/", limit=1)
    await small.visit(small.start)
    print(len(small.seen), task.done())


asyncio.run(main())

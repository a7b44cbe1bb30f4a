class Router {
  routes = [];

  add(method, path, handler) {
    const names = [];
    const pattern = path.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '([^/]+)';
    });
    this.routes.push({ method, pattern: new RegExp(`^${pattern}$`), names, handler });
    return this;
  }

  handle(method, address) {
    const url = new URL(address, 'http://localhost');
    for (const route of this.routes) {
      const match = route.pattern.exec(url.pathname);
      if (route.method !== method || match === null) {
        continue;
      }
      const values = route.names.map((name, index) => [name, decodeURIComponent(match[index + 1])]);
      return route.handler({ params: Object.fromEntries(values), query: url.searchParams });
    }
    return { status: 404, body: `no route for ${method} ${url.pathname}` };
  }
}

const ok = (body) => ({ status: 200, body });
const router = new Router()
  .add('GET', '/users', ({ query }) => ok(`page ${query.get('page') ?? 1}`))
  .add('GET', '/users/:id', ({ params }) => ok(`user ${params.id}`))
  .add('POST', '/users/:id/posts/:post', ({ params }) => ok(Object.values(params).join('/')));

const requests = [['GET', '/users?page=3'], ['GET', '/users/a%20b'], ['POST', '/users/7/posts/9'], ['GET', '/nope']];
for (const [method, address] of requests) {
  const { status, body } = router.handle(method, address);
  console.log(method.padEnd(5), status, body);
}
console.log(router.routes.length, router.routes[1].names, typeof router.handle === 'function');

type Point = { x: number; y: number };
type Shape =
  | { kind: 'circle'; center: Point; radius: number }
  | { kind: 'polygon'; points: Point[] };

const point = (x: number, y: number): Point => ({ x, y });

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function area(shape: Shape): number {
  switch (shape.kind) {
    case 'circle':
      return Math.PI * shape.radius ** 2;
    case 'polygon': {
      const { points } = shape;
      let twice = 0;
      for (let i = 0; i < points.length; i++) {
        const current = points[i]!;
        const next = points[(i + 1) % points.length]!;
        twice += current.x * next.y - next.x * current.y;
      }
      return Math.abs(twice) / 2;
    }
  }
}

function perimeter(points: Point[]): number {
  return points.reduce((sum, current, index) => sum + distance(current, points[(index + 1) % points.length]!), 0);
}

const square: Shape = { kind: 'polygon', points: [point(0, 0), point(4, 0), point(4, 4), point(0, 4)] };
const circle: Shape = { kind: 'circle', center: point(1, 1), radius: 2 };
const shapes: Shape[] = [square, circle];
for (const shape of shapes) {
  console.log(shape.kind.padEnd(8), area(shape).toFixed(2));
}
console.log(perimeter(square.points), distance(point(0, 0), point(3, 4)));
const largest = shapes.reduce((best, shape) => (area(shape) > area(best) ? shape : best));
console.log('largest', largest.kind);

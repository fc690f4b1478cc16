/**
 * An object made of its entries: each name is one of the shape's. That every name is there, each with a value of its own
 * type, is the caller's to see to: the compiler cannot follow it through a table of rows.
 */
export function objectOf<Shape extends object>(
  entries: readonly (readonly [keyof Shape & string, unknown])[],
): Shape {
  return Object.fromEntries(entries) as Shape;
}

/** Copies of objects without some of their properties. */
export function omit<T extends object, K extends keyof T>(object: T, ...names: K[]): Omit<T, K> {
  const copy: Partial<T> = { ...object };
  for (const name of names) Reflect.deleteProperty(copy, name);
  return copy as Omit<T, K>;
}

/** What may be undefined is optional. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without what is undefined, since the platform leaves out what it has nothing to say of. */
export function defined<const T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

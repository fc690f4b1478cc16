/**
 * Makes something of an object the first time it is asked for, and keeps it with the object. For objects that are read
 * only, and come again. A weak map costs more than what is made, where most objects are asked about once.
 */
export function madeOnce<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const name = Symbol('made');
  return (from: From & { [name]?: Made }) => {
    const found = from[name];
    if (found !== undefined) return found;
    const made = make(from);
    from[name] = made;
    return made;
  };
}

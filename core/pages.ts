/**
 * Goes through rows a page at a time, each page from behind the last row of the one before; ends with an empty one.
 * @param first the place before all rows
 */
export async function* pagesOf<Row, Place>(
  first: Place,
  read: (after: Place) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[]> {
  for (let place = first; ;) {
    const page = await read(place);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    place = placeOf(last);
  }
}

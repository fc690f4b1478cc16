/** Lists that are read a page at a time. */

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

interface Page {
  offset: number;
  limit: number;
}

/**
 * A list whose archived part stands apart; where `inArchive` is null, read as one: what is live first, then what is archived.
 * @param read a page of one of the two parts, with how many there are in that part
 */
export async function withArchive<Item>(
  page: Page & { inArchive: boolean | null },
  read: (inArchive: boolean, page: Page) => Promise<{ items: Item[]; total: number }>,
): Promise<{ items: Item[]; total: number }> {
  if (page.inArchive !== null) return read(page.inArchive, page);
  const live = await read(false, page);
  const offset = Math.max(0, page.offset - live.total);
  const archived = await read(true, { offset, limit: page.limit - live.items.length });
  return { items: [...live.items, ...archived.items], total: live.total + archived.total };
}

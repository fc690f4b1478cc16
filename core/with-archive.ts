/** A list whose archived part stands apart, read as one: what is live first, then what is archived. */

interface Page {
  offset: number;
  limit: number;
}

/** @param read a page of one of the two parts, with how many there are in that part */
export async function withArchive<Item>(
  page: Page,
  read: (inArchive: boolean, page: Page) => Promise<{ items: Item[]; total: number }>,
): Promise<{ items: Item[]; total: number }> {
  const live = await read(false, page);
  const offset = Math.max(0, page.offset - live.total);
  const archived = await read(true, { offset, limit: page.limit - live.items.length });
  return { items: [...live.items, ...archived.items], total: live.total + archived.total };
}

/** 1 subscriber, 1,200 subscribers. */
export const many = (count: number, one: string, some = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : some}`;

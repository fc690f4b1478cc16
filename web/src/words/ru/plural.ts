/** 1 подписчик, 2 подписчика, 1 205 подписчиков. */
export const plural = (count: number, one: string, few: string, many: string): string => {
  const [last, lastTwo] = [Math.abs(count) % 10, Math.abs(count) % 100];
  const isFew = last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14);
  const said = count.toLocaleString('ru');
  return `${said} ${last === 1 && lastTwo !== 11 ? one : isFew ? few : many}`;
};

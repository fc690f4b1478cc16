/** 1 подписчик, 2 подписчика, 5 подписчиков. */
export const plural = (count: number, one: string, few: string, many: string): string => {
  const [last, lastTwo] = [Math.abs(count) % 10, Math.abs(count) % 100];
  if (last === 1 && lastTwo !== 11) return `${count} ${one}`;
  return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14) ? `${count} ${few}` : `${count} ${many}`;
};

/** A QR code as one path of squares. */
import qrcode from 'qrcode-generator';

export function squares(text: string): { path: string; size: number } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const all = Array.from(
    { length: size * size },
    (_, index) => [index % size, Math.floor(index / size)] as const,
  );
  const dark = all.filter(([x, y]) => code.isDark(y, x));
  return { path: dark.map(([x, y]) => `M${String(x)} ${String(y)}h1v1h-1z`).join(''), size };
}

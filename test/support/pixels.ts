/** Pictures from pixels, and pixels from pictures. */
import sharp from 'sharp';

/** Red, green, blue and opacity of each pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

const raw = ({ width, height, data }: Pixels) => sharp(data, { raw: { width, height, channels: 4 } });

export const pngOf = (pixels: Pixels): Promise<Buffer> => raw(pixels).png().toBuffer();

export const jpegOf = (pixels: Pixels): Promise<Buffer> => raw(pixels).jpeg({ quality: 80 }).toBuffer();

export async function pixelsOf(picture: ArrayBuffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/**
 * A rule of thumb for photos of a camera against logos, drawings, screenshots and plain colours.
 *
 * It is approximate, and knows nothing of faces: it looks at how neighbouring pixels differ. What a camera saw is
 * slightly uneven nearly everywhere and has many shades; what was drawn has flat areas, hard edges and few colours.
 * A photo of a plain wall or a detailed painting deceives it. Between the two it says `unknown`.
 */
import type { PhotoClassifier, PhotoVerdict } from '../ports.js';

/** The platform's own pictures are far smaller; larger ones would only cost memory. */
const MAX_FILE_BYTES = 5_000_000;
const MAX_PIXELS = 4_000_000;
/** Too small to tell anything from. */
const MIN_SIDE = 24;
/** Pictures are judged at about this size, so that the same one is judged alike whatever size the platform serves. */
const SAMPLE_SIDE = 128;

/** Red, green, blue and opacity of each pixel, row by row. */
interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

interface PhotoSigns {
  /** Share of pixels that are the same as their neighbours, but for what compression does. */
  flat: number;
  /** Share of pixels that differ a little: the grain and shading of things seen. */
  grain: number;
  /** Share of pixels on hard edges. */
  edges: number;
  /** Distinct shades in all: of 4 bits a colour, or of grey where there is no colour. */
  shades: number;
}

export const photoClassifier: PhotoClassifier = {
  classify: async (bytes) => {
    const picture = await readPicture(bytes);
    if (picture === null || Math.min(picture.width, picture.height) < MIN_SIDE) return 'unknown';
    return judge(signsOf(shrink(picture)));
  },
};

/**
 * The bounds stand where a few dozen photos, logos, drawings and screenshots fell apart: photos had `flat` up to 0.55 and
 * `grain` from 0.4, the others `flat` from 0.6 or hardly any shades.
 */
function judge({ flat, grain, edges, shades }: PhotoSigns): PhotoVerdict {
  if (shades < 60 || flat > 0.6 || edges > 0.6) return 'not_real';
  if (grain > 0.35 && shades > 120 && flat < 0.45) return 'real';
  return 'unknown';
}

/** null for anything that is not a whole JPEG or PNG within bounds. */
async function readPicture(bytes: Uint8Array): Promise<Picture | null> {
  if (bytes.length > MAX_FILE_BYTES) return null;
  // Loaded when it is needed: most processes never see a picture, and it takes them 4 MB and 0.2 s.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format } = await image.metadata();
    if (format !== 'jpeg' && format !== 'png') return null;
    const raw = image.toColourspace('srgb').ensureAlpha().raw();
    const { data, info } = await raw.toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    // The decoder throws on damaged files, and on those over the bound before it unpacks them.
    return null;
  }
}

/** Every n-th pixel: averaging would smooth away the grain that is looked for. What is transparent counts as white. */
function shrink({ width, height, data }: Picture): Picture {
  const step = Math.max(1, Math.floor(Math.max(width, height) / SAMPLE_SIDE));
  const small = { width: Math.floor(width / step), height: Math.floor(height / step) };
  const pixels = new Uint8Array(small.width * small.height * 4);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const from = (y * step * width + x * step) * 4;
      const to = (y * small.width + x) * 4;
      const opacity = (data[from + 3] ?? 255) / 255;
      for (let part = 0; part < 3; part++)
        pixels[to + part] = 255 - opacity * (255 - (data[from + part] ?? 0));
      pixels[to + 3] = 255;
    }
  }
  return { ...small, data: pixels };
}

/** Differences of brightness, on a scale to 255. Compression makes differences of one or two by itself. */
const FLAT_DIFFERENCE = 2;
const EDGE_DIFFERENCE = 48;
/** Compression tints grey a little. */
const GREY_DIFFERENCE = 10;

function signsOf({ width, height, data }: Picture): PhotoSigns {
  const brightness = brightnessOf(data);
  let flat = 0;
  let edges = 0;
  const total = (width - 1) * (height - 1);
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const at = y * width + x;
      const here = brightness[at] ?? 0;
      const right = Math.abs(here - (brightness[at + 1] ?? 0));
      const below = Math.abs(here - (brightness[at + width] ?? 0));
      const difference = Math.max(right, below);
      if (difference <= FLAT_DIFFERENCE) flat += 1;
      else if (difference > EDGE_DIFFERENCE) edges += 1;
    }
  }
  const grain = 1 - (flat + edges) / total;
  return { flat: flat / total, edges: edges / total, grain, shades: countShades(data, brightness) };
}

function brightnessOf(data: Uint8Array): Float64Array {
  const brightness = new Float64Array(data.length / 4);
  for (let index = 0; index < brightness.length; index++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3);
    brightness[index] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return brightness;
}

function countShades(data: Uint8Array, brightness: Float64Array): number {
  const shades = new Set<number>();
  let isGrey = true;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    shades.add((red >> 4) * 256 + (green >> 4) * 16 + (blue >> 4));
    isGrey &&= Math.max(red, green, blue) - Math.min(red, green, blue) <= GREY_DIFFERENCE;
  }
  return isGrey ? new Set(brightness.map(Math.round)).size : shades.size;
}

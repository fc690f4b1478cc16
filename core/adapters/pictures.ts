/**
 * Draws SVG as PNG, outside of the event loop. The font comes with the service, since a bare machine has none. The renderer
 * is loaded with the first picture: most processes never draw one.
 */
import { fileURLToPath } from 'node:url';
import type { Pictures } from '../ports.js';

const FONT = fileURLToPath(new URL('./fonts/DejaVuSans.ttf', import.meta.url));

export const pictures: Pictures = {
  png: async (svg) => {
    const { renderAsync } = await import('@resvg/resvg-js');
    const font = { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: 'DejaVu Sans' };
    return (await renderAsync(svg, { font })).asPng();
  },
};

/** The operator's colour as a style sheet: for pages and the cabinet, in the light and in the dark scheme. */
import { contrast, mix, READABLE_CONTRAST } from '../../core/colors.js';

/** Behind text in the dark scheme; the lightest that pages and the cabinet have there. */
const DARK_PANEL = '#1d232b';
const STEP = 0.05;

export function brandStyles(color: string): string {
  const onDark = lightened(color);
  return `:root {
  --brand: ${color};
  --brand-pressed: ${mix(color, '#000000', 0.15)};
  --brand-soft: ${mix(color, '#ffffff', 0.9)};
  --brand-on-dark: ${onDark};
  --brand-soft-on-dark: ${mix(color, '#11151a', 0.7)};
}
`;
}

/** As light as a link must be on a dark page. */
function lightened(color: string): string {
  for (let share = 0; share < 1; share += STEP) {
    const lighter = mix(color, '#ffffff', share);
    if (contrast(lighter, DARK_PANEL) >= READABLE_CONTRAST) return lighter;
  }
  return '#ffffff';
}

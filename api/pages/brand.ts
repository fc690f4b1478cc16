/** The operator's colour as a style sheet: for pages and the cabinet, in the light and in the dark scheme. */
import { contrast, mix, READABLE_CONTRAST, softOf } from '../../core/colors.js';

/** Behind text in the dark scheme; the lightest that pages and the cabinet have there. */
const DARK_PANEL = '#1d232b';
const STEP = 0.05;

export function brandStyles(color: string): string {
  const softOnDark = mix(color, '#11151a', 0.7);
  return `:root {
  --brand: ${color};
  --brand-pressed: ${mix(color, '#000000', 0.15)};
  --brand-soft: ${softOf(color)};
  --brand-on-dark: ${lightened(color, [DARK_PANEL, softOnDark])};
  --brand-soft-on-dark: ${softOnDark};
}
`;
}

/** As light as a link must be on dark grounds. */
function lightened(color: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += STEP) {
    const lighter = mix(color, '#ffffff', share);
    if (grounds.every((ground) => contrast(lighter, ground) >= READABLE_CONTRAST)) return lighter;
  }
  return '#ffffff';
}

/** The look of the cabinet: small and calm, readable in both schemes; inside the messenger its colours take the place of ours. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const blue: MantineColorsTuple = [
  '#eef4ff',
  '#dce7ff',
  '#b6cdfd',
  '#8db0fb',
  '#6a97f9',
  '#4a80f0',
  '#2f6fed',
  '#2158c7',
  '#1c4ba8',
  '#163d89',
];

/** Bluish, as the panels are. */
const dark: MantineColorsTuple = [
  '#e7ebf0',
  '#c6cdd6',
  '#a3adba',
  '#7f8a98',
  '#3a4452',
  '#333c48',
  '#1d232b',
  '#1f262f',
  '#151a20',
  '#0f1318',
];

/** For what says yes: white can be read on it, as it cannot on the library's own greens. */
export const approving = '#1b6e33';

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 7 },
  colors: { blue, dark },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.84375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name: what is imported here would be loaded with the first page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    NumberInput: { defaultProps: { hideControls: true } },
    Select: { defaultProps: { allowDeselect: false } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { centered: true, radius: 10 } },
  },
});

/** Mantine's own grey of hints is too pale to be read by everybody. */
export const resolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#59616b',
    '--mantine-color-placeholder': '#68707a',
    '--mantine-color-text': '#1b1f24',
    '--mantine-color-error': '#c0261c',
    '--mantine-color-disabled': '#eef1f5',
    '--mantine-color-disabled-color': '#59616b',
    '--mantine-color-default-border': '#d5dae1',
  },
  dark: {
    '--mantine-color-placeholder': '#94a0ae',
    '--mantine-color-body': '#171c22',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-disabled': '#232a33',
    '--mantine-color-disabled-color': '#a3adba',
    '--mantine-color-default-hover': '#252c36',
    '--mantine-color-default-border': '#333c48',
  },
});

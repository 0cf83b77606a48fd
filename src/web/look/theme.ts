import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  rem,
  type VariantColorsResolver,
} from '@mantine/core'

/** The look of the house: warm paper, black ink, one loud vermilion and a quiet bottle green. Every colour is here. */
export interface SchemeTokens {
  /** the page */
  paper: string
  /** what lies on the page: fields, menus, dialogs */
  sheet: string
  /** what is pressed into the page: table heads, code, empty places */
  sunk: string
  ink: string
  inkSoft: string
  /** hints and placeholders; AA only, never for sentences that matter */
  inkFaint: string
  /** hairlines, decoration only */
  rule: string
  /** edges that tell people where a control is (3:1) */
  control: string
  accent: string
  accentFill: string
  accentFillHover: string
  onFill: string
  focus: string
  tones: Record<Tone, { bg: string; fg: string; line: string }>
}

export type Tone = 'accent' | 'good' | 'warn' | 'bad' | 'info' | 'plain'

const vermilion: MantineColorsTuple = [
  '#fff0ec',
  '#feded7',
  '#ffc2b4',
  '#ff9c87',
  '#fe7458',
  '#e55033',
  '#c63112',
  '#a61f00',
  '#861600',
  '#630a00',
]
const bottle: MantineColorsTuple = [
  '#eef5f2',
  '#dbebe2',
  '#bddbcc',
  '#9ac6b0',
  '#7bb398',
  '#437e63',
  '#2a6149',
  '#22523e',
  '#1a4332',
  '#113024',
]
const crimson: MantineColorsTuple = [
  '#feeff0',
  '#ffdcdf',
  '#fec0c6',
  '#ff98a5',
  '#f6768a',
  '#c64561',
  '#aa2a4a',
  '#951f40',
  '#7c1632',
  '#5a0c23',
]
const ochre: MantineColorsTuple = [
  '#faf2e9',
  '#f4e4ce',
  '#ebcda5',
  '#deb275',
  '#d09946',
  '#976500',
  '#805600',
  '#704900',
  '#5c3b00',
  '#432a00',
]
const slate: MantineColorsTuple = [
  '#eef5f9',
  '#d9e9f3',
  '#bad8ea',
  '#95c1dc',
  '#74adce',
  '#3c7798',
  '#2b6584',
  '#23566f',
  '#1a475f',
  '#103447',
]
const warmGray: MantineColorsTuple = [
  '#f9f5ed',
  '#ece5d6',
  '#ddd4c3',
  '#c9bfad',
  '#a69c8c',
  '#877d6e',
  '#6a6256',
  '#4a443b',
  '#332e27',
  '#1d1a16',
]
const warmDark: MantineColorsTuple = [
  '#f1eadc',
  '#cfc6b6',
  '#a69c8c',
  '#7d7466',
  '#4a4339',
  '#332e27',
  '#25211c',
  '#171512',
  '#100e0c',
  '#0b0a08',
]

/** Inks for charts, in the order to be used; told apart with every common kind of colour blindness (and by their lightness). */
export const chartInks = {
  light: ['#c63112', '#1a4f7a', '#8f6a00', '#22523e', '#8a5a8f', '#4a443b'],
  dark: ['#fe7458', '#8ec5ea', '#e3b653', '#5fb894', '#d3a3d8', '#cfc6b6'],
} as const

export const tokens: { light: SchemeTokens; dark: SchemeTokens } = {
  light: {
    paper: '#f6f1e7',
    sheet: '#fffcf6',
    sunk: '#ece5d6',
    ink: '#1d1a16',
    inkSoft: '#4a443b',
    inkFaint: '#6a6256',
    rule: '#d5ccba',
    control: '#877d6e',
    accent: '#a61f00',
    accentFill: '#c63112',
    accentFillHover: '#a61f00',
    onFill: '#fffcf6',
    focus: '#1d1a16',
    tones: {
      accent: { bg: '#feded7', fg: '#861600', line: '#c63112' },
      good: { bg: '#dbebe2', fg: '#1a4332', line: '#437e63' },
      warn: { bg: '#f4e4ce', fg: '#5c3b00', line: '#976500' },
      bad: { bg: '#ffdcdf', fg: '#7c1632', line: '#aa2a4a' },
      info: { bg: '#d9e9f3', fg: '#1a475f', line: '#3c7798' },
      plain: { bg: '#ece5d6', fg: '#332e27', line: '#877d6e' },
    },
  },
  dark: {
    paper: '#171512',
    sheet: '#25211c',
    sunk: '#0f0d0b',
    ink: '#f1eadc',
    inkSoft: '#cfc6b6',
    inkFaint: '#a69c8c',
    rule: '#3b352d',
    control: '#8a8071',
    accent: '#ff9c87',
    accentFill: '#fe7458',
    accentFillHover: '#ff9c87',
    onFill: '#171512',
    focus: '#f1eadc',
    tones: {
      accent: { bg: '#431a0f', fg: '#ffc2b4', line: '#fe7458' },
      good: { bg: '#15301f', fg: '#bddbcc', line: '#7bb398' },
      warn: { bg: '#35260a', fg: '#ebcda5', line: '#d09946' },
      bad: { bg: '#421521', fg: '#fec0c6', line: '#f6768a' },
      info: { bg: '#132d3d', fg: '#bad8ea', line: '#74adce' },
      plain: { bg: '#332e27', fg: '#e6decf', line: '#8a8071' },
    },
  },
}

const displayFace = "'Bricolage Grotesque Variable', 'Bricolage Fallback', 'Arial', sans-serif"
const textFace = "'Instrument Sans Variable', 'Instrument Fallback', 'Arial', sans-serif"

// Filled things carry the scheme's own label colour: pale on deep ink by day, dark on bright ink by night.
const variantColorResolver: VariantColorsResolver = input => {
  const colors = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colors, color: 'var(--on-fill)' } : colors
}

// A dialog's head is a header element; without this it counts as a second banner of the page.
const notABanner = { role: 'presentation' }

export const theme = createTheme({
  primaryColor: 'vermilion',
  primaryShade: { light: 6, dark: 4 },
  white: tokens.light.sheet,
  black: tokens.light.ink,
  colors: {
    vermilion,
    bottle,
    red: crimson,
    pink: crimson,
    green: bottle,
    teal: bottle,
    lime: bottle,
    yellow: ochre,
    orange: ochre,
    blue: slate,
    cyan: slate,
    indigo: slate,
    gray: warmGray,
    dark: warmDark,
  },
  variantColorResolver,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: textFace,
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', 'Menlo', 'Consolas', monospace",
  headings: {
    fontFamily: displayFace,
    fontWeight: '680',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(2.25rem, 1.55rem + 3vw, 3.75rem)', lineHeight: '1.04', fontWeight: '740' },
      h2: { fontSize: 'clamp(1.5rem, 1.3rem + 0.9vw, 2rem)', lineHeight: '1.12' },
      h3: { fontSize: rem(20), lineHeight: '1.25' },
      h4: { fontSize: rem(17), lineHeight: '1.35' },
      h5: { fontSize: rem(16), lineHeight: '1.4' },
      h6: { fontSize: rem(15), lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: rem(13), sm: rem(15), md: rem(17), lg: rem(20), xl: rem(24) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.5', xl: '1.35' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(20), lg: rem(32), xl: rem(56) },
  radius: { xs: rem(2), sm: rem(3), md: rem(4), lg: rem(6), xl: rem(10) },
  defaultRadius: 'sm',
  shadows: {
    xs: 'none',
    sm: '0 1px 0 rgb(29 26 22 / 12%)',
    md: '0 4px 14px rgb(29 26 22 / 14%)',
    lg: '0 10px 30px rgb(29 26 22 / 18%)',
    xl: '0 18px 50px rgb(29 26 22 / 22%)',
  },
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    // A link in a sentence is as large as the sentence.
    Anchor: { defaultProps: { underline: 'always', inherit: true } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: {
      // hints below, so that fields side by side stay in line
      defaultProps: {
        size: 'md',
        withAsterisk: false,
        inputWrapperOrder: ['label', 'input', 'error', 'description'],
      },
    },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', transitionProps: { duration: 120 } } },
    MultiSelect: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    SegmentedControl: { defaultProps: { size: 'md', transitionDuration: 120 } },
    Tabs: { defaultProps: { variant: 'default' } },
    Badge: { defaultProps: { radius: 'xs', tt: 'none' } },
    Modal: {
      defaultProps: {
        radius: 'md',
        transitionProps: { duration: 140, transition: 'fade' },
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: notABanner },
      },
    },
    Drawer: {
      defaultProps: {
        transitionProps: { duration: 160 },
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: notABanner },
      },
    },
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
    Popover: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
    Tooltip: { defaultProps: { transitionProps: { duration: 100 }, withArrow: true, multiline: true } },
    Paper: { defaultProps: { shadow: 'none', withBorder: true } },
  },
})

/** Hand this to MantineProvider beside `theme`: it turns the tokens into custom properties for both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-font-weight-bold': '650' },
  light: schemeVariables(tokens.light, 'light'),
  dark: schemeVariables(tokens.dark, 'dark'),
})

function schemeVariables(t: SchemeTokens, scheme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = {
    '--paper': t.paper,
    '--sheet': t.sheet,
    '--sunk': t.sunk,
    '--ink': t.ink,
    '--ink-soft': t.inkSoft,
    '--ink-faint': t.inkFaint,
    '--rule': t.rule,
    '--control': t.control,
    '--accent': t.accent,
    '--accent-fill': t.accentFill,
    '--on-fill': t.onFill,
    '--focus': t.focus,
    '--mantine-color-body': t.paper,
    '--mantine-color-text': t.ink,
    '--mantine-color-bright': t.ink,
    '--mantine-color-dimmed': t.inkSoft,
    '--mantine-color-placeholder': t.inkFaint,
    '--mantine-color-anchor': t.accent,
    '--mantine-color-error': t.tones.bad.fg,
    '--mantine-color-success': t.tones.good.fg,
    '--mantine-color-default': t.sheet,
    '--mantine-color-default-hover': t.sunk,
    '--mantine-color-default-color': t.ink,
    '--mantine-color-default-border': t.control,
    '--mantine-color-disabled': t.sunk,
    '--mantine-color-disabled-color': t.inkFaint,
    '--mantine-color-disabled-border': t.rule,
    '--mantine-primary-color-contrast': t.onFill,
    '--mantine-color-dark-filled': t.ink,
    '--mantine-color-dark-filled-hover': t.inkSoft,
    '--mantine-color-vermilion-filled': t.accentFill,
    '--mantine-color-vermilion-filled-hover': t.accentFillHover,
  }
  for (const [tone, { bg, fg, line }] of Object.entries(t.tones)) {
    Object.assign(variables, { [`--${tone}-bg`]: bg, [`--${tone}-fg`]: fg, [`--${tone}-line`]: line })
  }
  for (const [tone, names] of Object.entries(mantineNames)) {
    const { bg, fg, line } = t.tones[tone as Tone]
    for (const name of names) {
      Object.assign(variables, {
        [`--mantine-color-${name}-light`]: bg,
        [`--mantine-color-${name}-light-hover`]: `color-mix(in srgb, ${bg}, ${line} 18%)`,
        [`--mantine-color-${name}-light-color`]: fg,
        [`--mantine-color-${name}-outline`]: name === 'gray' ? t.inkSoft : line,
        [`--mantine-color-${name}-outline-hover`]: bg,
        [`--mantine-color-${name}-text`]: fg,
      })
    }
  }
  for (const [index, ink] of chartInks[scheme].entries()) variables[`--chart-${index + 1}`] = ink
  return variables
}

const mantineNames: Record<Tone, string[]> = {
  accent: ['vermilion'],
  good: ['bottle', 'green', 'teal', 'lime'],
  warn: ['yellow', 'orange'],
  bad: ['red', 'pink'],
  info: ['blue', 'cyan', 'indigo'],
  plain: ['gray'],
}

/** Colors of the brand as `#rrggbb`: of the site, its icons and drawings, the web manifest and the content report. */
const brandColors = {
  ink: '#12171a',
  steel: '#26323a',
  bone: '#f5f1e8',
  sand: '#e2d8c3',
  green: '#1f6b5a',
  amber: '#f2a51f',
  clay: '#a24e2a',
  /** Background of success toasts; those of errors use clay. */
  success: '#1c6b45',
  /** Background of the full-screen photo dialog. */
  lightbox: '#0d1113',
  /** Form fields and hovered surfaces on bone. */
  paper: '#fffefa',
  /** Secondary text on bone and on ink; contrast above 4.5:1. */
  inkSoft: '#4a5154',
  boneSoft: '#b9b8b2',
} as const

/** Names of the brand's fonts, which are packages of Fontsource (`getFontFile`). */
export const brandFonts = {
  /** Headings, labels and buttons. */
  heading: 'Archivo Narrow',
  text: 'Archivo',
} as const

/** Colors. All literal colors, sizes and durations are defined in this file. */
export const color = {
  ...brandColors,
  /** Behind the video dialog. */
  backdrop: withOpacity(brandColors.lightbox, 88),
  videoBackground: '#000000',
  /** 1 px borders. */
  hairlineOnBone: withOpacity(brandColors.ink, 18),
  hairlineOnInk: withOpacity(brandColors.bone, 16),
} as const

/** Returns a color `#rrggbb` with an opacity from 0 to 100 percent. */
export function withOpacity(hex: string, percent: number): string {
  const alpha = Math.round((percent * 255) / 100)
  return hex + alpha.toString(16).padStart(2, '0')
}

/** Ink with an opacity from 0 to 100 percent. */
export const inkAlpha = (percent: number) => withOpacity(color.ink, percent)

/** Returns the path of a font with all weights, below node_modules. */
export function getFontFile(name: string): string {
  const id = name.toLowerCase().replaceAll(' ', '-')
  return `@fontsource-variable/${id}/files/${id}-latin-wght-normal.woff2`
}

/** Spacing in px, multiples of 8. */
export const space = { xs: 8, sm: 16, md: 24, lg: 40, xl: 56, xxl: 96 } as const

/** Viewport widths in px at and below which a layout changes (requirements §2, §9). */
export const breakpoint = { wide: 1100, tablet: 991, menu: 900, phone: 767, small: 479 } as const

/** Viewport widths in px below which the gallery has fewer columns (requirements §2). */
export const galleryBreakpoint = { threeColumns: 992, twoColumns: 480 } as const

/** Sizes in px. */
export const size = {
  container: 1280,
  galleryGrid: 1150,
  videoDialog: 940,
  navigationBar: 76,
  navigationMenu: 222,
  /** Minimum size of links and buttons on touch screens. */
  touchTarget: 44,
  /** Maximum height of an affiliation logo (requirements §9). */
  logo: 90,
  /** Distance that a block moves up in the reveal animation. */
  revealOffset: 28,
  /** Previous and next buttons of the photo dialog. */
  arrowButton: 56,
  /** Width of a thumbnail in the photo strip; its height is two thirds. `Short` applies to short viewports. */
  stripThumbnail: 96,
  stripThumbnailShort: 72,
  /** Height of form fields and the send button. */
  field: 60,
  /** Height of the map or its replacement. */
  map: 440,
  mapPhone: 320,
} as const

/** Height of heroes in px by viewport width (requirements §9). */
export const heroHeight = { wide: 600, tablet: 450, phone: 300, small: 200 } as const

/** Minimum height of service panels in px by viewport width. */
export const panelHeight = { wide: 660, medium: 520, stacked: 420 } as const

/** Space between the container and the edge of the viewport. */
export const gutter = 'clamp(20px, 3.2vw, 48px)'

/** Durations in ms (requirements §4, §9; `hover`, `reveal` and `loadingDelay` are not in the requirements). */
export const duration = {
  heroDelay: 500,
  heroSlide: 300,
  menu: 300,
  dialogEnter: 150,
  dialogExit: 75,
  /** Fade-out of the classic lightbox. */
  lightboxFade: 300,
  /** Time after opening a photo in which clicks do not close it, for the second click of a double click. */
  doubleClickGuard: 500,
  photoChange: 300,
  /** Delay before the URL changes to the shown photo: browsers limit the rate of history changes. */
  addressUpdateDelay: 250,
  toastEnter: 150,
  toastExit: 75,
  hover: 180,
  reveal: 600,
  loadingDelay: 150,
} as const

/** Ease-out curve of all animations. */
export const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

/** Font families with their fallbacks (fonts.ts). */
export const font = {
  heading: `'${brandFonts.heading} Variable', 'Narrow Heading Fallback', 'Heading Fallback', sans-serif`,
  text: `'${brandFonts.text} Variable', 'Text Fallback', sans-serif`,
} as const

/** Stacking order. */
export const zIndex = { navigationBar: 10, snackBar: 15, skipLink: 20, loading: 30 } as const

/** The look, as data. Literal colours, sizes and durations live here and nowhere else. */
export const color = {
  ink: '#12171a',
  steel: '#26323a',
  bone: '#f5f1e8',
  sand: '#e2d8c3',
  green: '#1f6b5a',
  amber: '#f2a51f',
  clay: '#a24e2a',
  /** Under good news; bad news is on clay. */
  success: '#1c6b45',
  /** Over the page, under a film. */
  backdrop: 'rgb(13 17 19 / 88%)',
  videoBackground: '#000000',
  /** Under a photograph that fills the screen. */
  lightbox: '#0d1113',
  /** Lighter than bone: fields, and what is pointed at. */
  paper: '#fffefa',
  /** Notes on bone, and quiet text on ink: both still above 4.5:1. */
  inkSoft: '#4a5154',
  boneSoft: '#b9b8b2',
  /** Lines one pixel wide. */
  hairlineOnBone: 'rgb(18 23 26 / 18%)',
  hairlineOnInk: 'rgb(245 241 232 / 16%)',
} as const

/** Ink that lets through what lies below, from 0 to 100 percent. */
export const inkAlpha = (percent: number) => `rgb(18 23 26 / ${percent}%)`

/** Multiples of the 8 px rhythm, in px. */
export const space = { xs: 8, sm: 16, md: 24, lg: 40, xl: 56, xxl: 96 } as const

/** Viewport widths in px at and below which a layout changes (requirements §2, §9). */
export const breakpoint = { wide: 1100, tablet: 991, menu: 900, phone: 767, small: 479 } as const

/** Viewport widths in px below which the gallery has fewer columns (requirements §2). */
export const galleryBreakpoint = { threeColumns: 992, twoColumns: 480 } as const

/** px */
export const size = {
  container: 1280,
  galleryGrid: 1150,
  videoDialog: 940,
  navigationBar: 76,
  navigationMenu: 222,
  /** The least that a finger needs. */
  touchTarget: 44,
  /** The highest a partner's logo may be (requirements §9). */
  logo: 90,
  /** How far a block rises on its entrance. */
  revealOffset: 28,
  /** Beside the large photograph. */
  arrowButton: 56,
  /** A photograph in the strip of all of them is as wide, and 2:3 as high; on a low screen smaller. */
  stripThumbnail: 96,
  stripThumbnailShort: 72,
  /** A line of a form, and its button. */
  field: 60,
  /** The map, and what stands in its place; on phones the map lies above the address. */
  map: 440,
  mapPhone: 320,
} as const

/** px; a hero's, by the width of the viewport (requirements §9). */
export const heroHeight = { wide: 600, tablet: 450, phone: 300, small: 200 } as const

/** px; a service panel's at least, by the width of the viewport. */
export const panelHeight = { wide: 660, medium: 520, stacked: 420 } as const

/** Space between the container and the edge of the viewport. */
export const gutter = 'clamp(20px, 3.2vw, 48px)'

/** Durations in ms (requirements §4, §9; hover, entrances and the spinner's patience are ours). */
export const duration = {
  heroDelay: 500,
  heroSlide: 300,
  menu: 300,
  dialogEnter: 150,
  dialogExit: 75,
  /** The classic lightbox leaves. */
  lightboxFade: 300,
  /** For so long after a photograph opened, no click closes it: the second one of a double click. */
  doubleClickGuard: 500,
  photoChange: 300,
  /** The address follows when the visitor rests at a photograph: browsers allow few changes of it. */
  addressUpdateDelay: 250,
  toastEnter: 150,
  toastExit: 75,
  hover: 180,
  reveal: 600,
  loadingDelay: 150,
} as const

/** Quick to start, soft to end. */
export const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

export const font = {
  narrow: `'Archivo Narrow Variable', 'Archivo Narrow Fallback', 'Archivo Narrow Fallback Wide', sans-serif`,
  text: `'Archivo Variable', 'Archivo Fallback', sans-serif`,
} as const

/** What lies above what. */
export const zIndex = { navigationBar: 10, snackBar: 15, skipLink: 20, loading: 30 } as const

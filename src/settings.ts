import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'
import { breakpoint } from '#src/theme/tokens.ts'

/** Settings and constants of the site (requirements §3, §9). */
export const settings = {
  /** Viewport width in px up to which the navigation is a menu. */
  mobileWidthThreshold: breakpoint.menu,
  /** Vimeo id of the company film if the CMS has none. */
  companyVideoId: '313814309',
  /** Visible fraction of a block that starts its reveal animation. */
  revealThreshold: 0.3,
  /** Photos of the generated gallery. */
  gallery: { images: 120 },
  mapZoom: 15,
  /** Paths by page identifier. */
  pages: {
    HomePage: '/',
    ServicesPage: '/services',
    GalleryPage: '/gallery',
    ContactPage: '/contact',
  },
  /** Names of local storage items; `antiForgeryToken` is a cookie. */
  storageKeys: {
    sessionId: 'sessionId',
    expiresOn: 'expiresOn',
    antiForgeryToken: ANTI_FORGERY_COOKIE,
  },
  /** Local storage item with the value of the dev-option header, used in the dev environment. */
  devOptionKey: 'devOption',
  /** Milliseconds; `maxTimer` is the maximum delay of a browser timer. */
  toast: { duration: 8000, maxTimer: 2 ** 31 - 1 },
  /** Milliseconds after a submission until the form can be submitted again. */
  submitReenableDelay: 2000,
} as const

import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'

/** The settings and business constants of the requirements (§3, §9) that the site uses. */
export const settings = {
  /** px. Up to this viewport width the navigation bar is a menu. */
  mobileWidthThreshold: 900,
  /** The Vimeo id of the company video, if the CMS does not define another. */
  companyVideoId: '313814309',
  /** The visible fraction of a block that starts its reveal animation. */
  revealThreshold: 0.3,
  /** The photos of the gallery: 30 rows of 4. */
  gallery: { images: 120, rows: 30, columns: 4 },
  mapZoom: 15,
  /** Page identifiers with their paths. The requirements name a login page, but do not define one. */
  pages: {
    LoginPage: undefined,
    HomePage: '/',
    ServicesPage: '/services',
    GalleryPage: '/gallery',
    ContactPage: '/contact',
  },
  /**
   * Keys in local storage, except the anti-forgery token, which is a cookie. Without a login, the auth token and the
   * guest flag are not used.
   */
  storageKeys: {
    authToken: 'authToken',
    guestFlag: 'isGuest',
    sessionId: 'sessionId',
    expiresOn: 'expiresOn',
    antiForgeryToken: ANTI_FORGERY_COOKIE,
  },
  /** Key in local storage of the dev-option header's value in the dev environment. */
  devOptionKey: 'devOption',
  /** ms. `maxTimer` is the maximum delay of `setTimeout`. */
  toast: { duration: 8000, maxTimer: 2 ** 31 - 1 },
  /** ms between the end of a submission and the next one. */
  submitReenableDelay: 2000,
} as const

import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'

/** The shared settings and business constants of the specification (§3, §9) that this site's code uses. */
export const settings = {
  /** px; at and below it the navigation bar becomes a menu. */
  mobileWidthThreshold: 900,
  /** The company film, unless the CMS names another. */
  companyVideoId: '313814309',
  /** The share of a block that has to be seen before it makes its entrance. */
  revealThreshold: 0.3,
  /** Photographs of the gallery: 30 rows of 4. */
  gallery: { images: 120, rows: 30, columns: 4 },
  mapZoom: 15,
  /** Page identifiers and where the pages stand. The specification names a login page, and has none. */
  pages: {
    LoginPage: undefined,
    HomePage: '/',
    ServicesPage: '/services',
    GalleryPage: '/gallery',
    ContactPage: '/contact',
  },
  /** Names in local storage, but for the anti-forgery token, which is a cookie. Without a login nothing is kept as the auth token or the guest flag. */
  storageKeys: {
    authToken: 'authToken',
    guestFlag: 'isGuest',
    sessionId: 'sessionId',
    expiresOn: 'expiresOn',
    antiForgeryToken: ANTI_FORGERY_COOKIE,
  },
  /** In local storage: what the dev-option header says in the dev environment. */
  devOptionKey: 'devOption',
  /** ms; the longest is what a browser's timer can count. */
  toast: { duration: 8000, maxTimer: 2 ** 31 - 1 },
  /** ms from the end of a sending until the next may begin. */
  submitReenableDelay: 2000,
} as const

/** The shared settings and business constants of the specification (§3, §9) that this site's code uses. */
export const settings = {
  /** px; at and below it the navigation bar becomes a menu. */
  mobileWidthThreshold: 900,
  /** The company film, unless the CMS names another. */
  companyFilmId: '313814309',
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
} as const

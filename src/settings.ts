/** The shared settings and business constants of the specification (§3, §9) that this site's code uses. */
export const settings = {
  /** px; at and below it the navigation bar becomes a menu. */
  mobileWidthThreshold: 900,
  /** The company film, unless the CMS names another. */
  companyFilmId: '313814309',
} as const

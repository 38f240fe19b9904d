/** The only locale of the site's content. */
export const LOCALE = 'en-US'

/** Contentful's rule for ids of spaces, environments, content types, entries and assets. */
export const CONTENTFUL_ID = /^[A-Za-z0-9_.-]{1,64}$/

/** Format of a focal point as CSS writes a position, for example `30% 70%`: from the left, from the top. */
export const FOCAL_POINT_PATTERN = /^(100|\d{1,2})% (100|\d{1,2})%$/

/** Client id of the site in the contact API (requirements §3, §9). */
export const CLIENT_ID = 3

/** Action of the captcha tokens (requirements §4, §9). */
export const CAPTCHA_ACTION = 'guest'

/** Name of the cookie whose value scripts send in the anti-forgery header (requirements §7). */
export const ANTI_FORGERY_COOKIE = 'XSRF-TOKEN'

/** `(940) 555-0142` → `tel:9405550142`; a leading plus stays. */
export const getPhoneUrl = (phone: string) => `tel:${phone.replace(/(?!^\+)\D/g, '')}`

/** The way to an address, on the visitor's own map. */
export const getDirectionsUrl = (address: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`

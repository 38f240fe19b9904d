/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  const artist = migration.createContentType('artist', { name: 'Artist', displayField: 'name' })
  artist.createField('name', { name: 'Name', type: 'Symbol' })
  const artwork = migration.editContentType('artwork')
  artwork.createField('label', { name: 'Label', type: 'Symbol', localized: true, defaultValue: { 'en-US': 'None' } })
  artwork.createField('maker', {
    name: 'Maker',
    type: 'Link',
    linkType: 'Entry',
    localized: true, // the tool writes the link in every locale
    validations: [{ linkContentType: ['artist'] }],
  })
  migration.transformEntries({
    contentType: 'artwork',
    from: ['title', 'byline'],
    to: ['label'],
    transformEntryForLocale: ({ title, byline }, locale) =>
      title[locale] === undefined ? undefined : { label: `${title[locale]} (${byline['en-US']})` },
  })
  migration.deriveLinkedEntries({
    contentType: 'artwork',
    derivedContentType: 'artist',
    from: ['byline'],
    toReferenceField: 'maker',
    derivedFields: ['name'],
    identityKey: async ({ byline }) => `artist-${byline['en-US'].toLowerCase()}`,
    deriveEntryForLocale: async ({ byline }, locale) => (locale === 'en-US' ? { name: byline[locale] } : undefined),
  })
}

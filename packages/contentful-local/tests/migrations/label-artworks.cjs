/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  const artwork = migration.editContentType('artwork')
  artwork.createField('label', { name: 'Label', type: 'Symbol', localized: true, defaultValue: { 'en-US': 'None' } })
  migration.transformEntries({
    contentType: 'artwork',
    from: ['title', 'byline'],
    to: ['label'],
    transformEntryForLocale: ({ title, byline }, locale) =>
      title[locale] === undefined ? undefined : { label: `${title[locale]} (${byline['en-US']})` },
  })
}

/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  migration.editContentType('artwork').createField('label', { name: 'Label', type: 'Symbol', localized: true })
  migration.transformEntries({
    contentType: 'artwork',
    from: ['title', 'year'],
    to: ['label'],
    transformEntryForLocale: ({ title, year }, locale) =>
      title[locale] === undefined ? undefined : { label: `${title[locale]} (${year['en-US']})` },
  })
}

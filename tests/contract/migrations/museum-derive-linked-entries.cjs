/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  const person = migration.createContentType('person', { name: 'Person', displayField: 'name' })
  person.createField('name', { name: 'Name', type: 'Symbol' })
  migration.editContentType('artwork').createField('maker', {
    name: 'Maker',
    type: 'Link',
    linkType: 'Entry',
    localized: true, // the tool writes the link in every locale
    validations: [{ linkContentType: ['person'] }],
  })
  migration.deriveLinkedEntries({
    contentType: 'artwork',
    derivedContentType: 'person',
    from: ['byline'],
    toReferenceField: 'maker',
    derivedFields: ['name'],
    identityKey: async ({ byline }) => `person-${byline['en-US'].toLowerCase().replaceAll(' ', '-')}`,
    deriveEntryForLocale: async ({ byline }, locale) => (locale === 'en-US' ? { name: byline[locale] } : undefined),
  })
}

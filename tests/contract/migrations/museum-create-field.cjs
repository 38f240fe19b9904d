/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  const ticket = migration.editContentType('ticket')
  ticket.createField('reduced', { name: 'Reduced', type: 'Boolean' })
  ticket.createField('note', { name: 'Note', type: 'Symbol', localized: true, defaultValue: { 'en-US': 'Ask us' } })
}

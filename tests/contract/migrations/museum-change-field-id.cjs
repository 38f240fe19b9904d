/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  migration.editContentType('employee').changeFieldId('role', 'jobTitle')
}

/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  migration.editContentType('essay').deleteField('oldSlug')
}

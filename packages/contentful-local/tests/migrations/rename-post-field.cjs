/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  const post = migration.editContentType('post')
  post.changeFieldId('title', 'headline')
  post.displayField('headline')
  post.editField('headline').name('Title')
  post.deleteField('lead')
}

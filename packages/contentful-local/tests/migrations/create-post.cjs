/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  const post = migration.createContentType('post', { name: 'Post', description: 'A post.', displayField: 'title' })
  post.createField('title', { name: 'Title', type: 'Symbol', required: true, validations: [{ size: { max: 80 } }] })
  post.createField('body', { name: 'Body', type: 'RichText' })
  post.createField('old', { name: 'Old', type: 'Symbol' })
  post.changeFieldControl('title', 'builtin', 'singleLine', { helpText: 'Short and clear.' })
}

/** @param {import('contentful-migration').default} migration */
module.exports = (migration) => {
  const post = migration.editContentType('post')
  post.createField('lead', { name: 'Lead', type: 'Text' })
  post.editField('title').name('Headline').setAnnotations(['Contentful:GraphQLFieldResolver'])
  post.setAnnotations(['Contentful:AggregateRoot'])
  post.configureEntryEditor('app', 'an-app')
  post.deleteField('old')
  migration.createTag('news', { name: 'News' })
  migration.transformEntries({
    contentType: 'post',
    from: ['title'],
    to: ['lead'],
    transformEntryForLocale: ({ title }, locale) => ({ lead: `On ${title[locale]}` }),
  })
}

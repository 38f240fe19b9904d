/** Scripts with the content of the seed (scripts/build/seed-content-plugin.ts). */
declare module 'virtual:seed-content' {
  type Contents = import('./content/cms-content.ts').ContentByName
  const scripts: { readonly [Name in keyof Contents]: () => Promise<{ readonly default: Contents[Name] }> }
  export default scripts
}

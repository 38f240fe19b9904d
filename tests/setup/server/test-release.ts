export * from '#tests/setup/server/site.ts'

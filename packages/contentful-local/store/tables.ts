/** Longer texts are not in `fieldValues`. The values of Symbol fields are never longer. */
const MAX_INDEXED_LENGTH = 256

/** The values of a field in one locale as a JSON list: a scalar alone, no objects and no long texts. */
const SCALARS = `CASE
  WHEN locale.type = 'array' THEN locale.value
  WHEN locale.type = 'object' OR length(locale.atom) > ${MAX_INDEXED_LENGTH} THEN '[]'
  ELSE json_array(locale.atom) END`

/** The rows of `fieldValues` that are also found without their field. */
export const IS_LINK = `linkType IN ('Entry', 'Asset', 'Tag')`

type Version = 'draft' | 'published'

/** Selects the rows of `fieldValues` for one version of an entry or asset, before (`old`) or after (`new`) a change. */
const selectFieldValues = (row: 'old' | 'new', version: Version) => {
  const select = (columns: string) =>
    `SELECT ${row}.environment, '${version}', coalesce(${row}.contentType, ''), ${columns}, ${row}.id`
  const locales = `json_each(${row}.${version}, '$.fields') AS field, json_each(field.value) AS locale`
  return `
    ${select("field.key, '', item.atom, locale.key")}
    FROM ${locales}, json_each(${SCALARS}) AS item
    WHERE item.atom IS NOT NULL AND length(item.atom) <= ${MAX_INDEXED_LENGTH}
    UNION ALL
    ${select("field.key, 'Date', parseDate(locale.atom), locale.key")}
    FROM ${locales}
    WHERE locale.atom GLOB '????-??-??*' AND parseDate(locale.atom) IS NOT NULL
    UNION ALL
    ${select("field.key, node.value ->> 'linkType', node.value ->> 'id', locale.key")}
    FROM ${locales}, json_tree(iif(locale.type IN ('object', 'array'), locale.value, 'null')) AS node
    WHERE node.key = 'sys' AND node.type = 'object' AND node.value ->> 'type' = 'Link'
      AND node.value ->> 'linkType' IN ('Entry', 'Asset') AND json_type(node.value, '$.id') = 'text'
    UNION ALL
    ${select("'', 'Tag', tag.atom, ''")}
    FROM json_each(${row}.${version}, '$.tags') AS tag`
}

/** Adds one version of an entry or asset to the indexes. */
const addToIndexes = (version: Version) => `
  INSERT OR IGNORE INTO fieldValues ${selectFieldValues('new', version)};
  INSERT INTO ${version}Words (rowid, words)
    SELECT new.key, listWords(new.environment, new.contentType, new.${version}) WHERE new.${version} IS NOT NULL;`

/** `SELECT * FROM`: SQLite looks the rows of a compound query up by the primary key only if they are a subquery. */
const removeFromIndexes = (version: Version) => `
  DELETE FROM fieldValues WHERE (environment, version, contentType, field, linkType, value, locale, id) IN (
    SELECT * FROM (${selectFieldValues('old', version)})
  );
  DELETE FROM ${version}Words WHERE rowid = old.key;`

const IS_ENTITY = "type IN ('Entry', 'Asset')"

/** The words of one version, and the trigger that runs when it is saved, or the resource moves to another environment. */
const createVersionIndex = (version: Version) => `
  CREATE VIRTUAL TABLE ${version}Words
    USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'");
  CREATE TRIGGER ${version}Values AFTER UPDATE OF environment, ${version} ON resources WHEN new.${IS_ENTITY} BEGIN
    ${removeFromIndexes(version)}
    ${addToIndexes(version)}
  END;`

/**
 * The tables of a state folder. Resources of the space itself, such as webhooks, have the environment ''. `draft` and
 * `published` are JSON. The indexes have the orders of lists: the latest changed or published first, then by id.
 *
 * `fieldValues` has what entries and assets are found and sorted by, of both versions: the values of fields (`linkType` is
 * ''; texts up to MAX_INDEXED_LENGTH), the timestamps of dates, links at any depth and tags. Assets have the content type
 * ''. `draftWords` and `publishedWords` have the words that a search finds. SQLite keeps them up to date by triggers.
 */
export const TABLES = `
  CREATE TABLE resources (
    key INTEGER PRIMARY KEY,
    environment TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, contentType TEXT,
    version INTEGER NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL,
    publishedVersion INTEGER, publishedAt TEXT, firstPublishedAt TEXT,
    publishedCounter INTEGER NOT NULL DEFAULT 0,
    archivedVersion INTEGER, archivedAt TEXT,
    draft TEXT NOT NULL, published TEXT,
    UNIQUE (environment, type, id)
  ) STRICT;
  CREATE INDEX updatedResources ON resources (environment, type, updatedAt DESC, id, archivedAt);
  CREATE INDEX updatedEntries ON resources (environment, type, contentType, updatedAt DESC, id, archivedAt)
    WHERE contentType IS NOT NULL;
  CREATE INDEX publishedResources ON resources (environment, type, publishedAt DESC, id) WHERE publishedAt IS NOT NULL;
  CREATE INDEX publishedEntries ON resources (environment, type, contentType, publishedAt DESC, id)
    WHERE contentType IS NOT NULL AND publishedAt IS NOT NULL;
  CREATE INDEX createdResources
    ON resources (environment, type, contentType, createdAt, firstPublishedAt, publishedAt, id, archivedAt);
  CREATE INDEX timesOfResources ON resources (environment, type, id, publishedAt, updatedAt);
  CREATE INDEX archivedResources ON resources (environment, type, id) WHERE archivedAt IS NOT NULL;

  CREATE TABLE fieldValues (
    environment TEXT NOT NULL, version TEXT NOT NULL, contentType TEXT NOT NULL, field TEXT NOT NULL,
    linkType TEXT NOT NULL, value ANY NOT NULL, locale TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (environment, version, contentType, field, linkType, value, locale, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links ON fieldValues (environment, version, value, linkType) WHERE ${IS_LINK};

  ${createVersionIndex('draft')}
  ${createVersionIndex('published')}
  CREATE TRIGGER insertValues AFTER INSERT ON resources WHEN new.${IS_ENTITY} BEGIN
    ${addToIndexes('draft')}
    ${addToIndexes('published')}
  END;
  CREATE TRIGGER deleteValues AFTER DELETE ON resources WHEN old.${IS_ENTITY} BEGIN
    ${removeFromIndexes('draft')}
    ${removeFromIndexes('published')}
  END;
`

const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** Keywords of statements in all three dialects. */
export const KEYWORDS = words(`
  ADD ALL ALTER AND ANY AS ASC BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS
  CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DELETE DESC DISTINCT DO DROP ELSE END ESCAPE EXCEPT EXISTS
  EXPLAIN FALSE FETCH FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL FUNCTION GENERATED GROUP HAVING IF IN INDEX INNER INSERT
  INTERSECT INTERVAL INTO IS ISNULL JOIN KEY LAST LATERAL LEFT LIKE LIMIT NATURAL NOT NOTHING NOTNULL NULL NULLS OFFSET ON ONLY
  OR ORDER OUTER OVER PARTITION PRAGMA PRECEDING PRIMARY RANGE RECURSIVE REFERENCES RENAME REPLACE RESTRICT RETURNING RETURNS
  RIGHT ROLLBACK ROW ROWS SELECT SET TABLE TEMP TEMPORARY THEN TO TRANSACTION TRIGGER TRUE TRUNCATE UNBOUNDED UNION UNIQUE
  UPDATE USING VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT
`)
const SET = new Set(KEYWORDS)
export const isKeyword = (value: string): boolean => SET.has(value)

export const TYPES = words(`
  INT INTEGER TEXT REAL NUMERIC BLOB VARCHAR CHAR CHARACTER BOOLEAN BOOL DATE DATETIME TIMESTAMP TIME DECIMAL FLOAT DOUBLE BIGINT
  SMALLINT TINYINT SERIAL BIGSERIAL UUID JSON JSONB AUTOINCREMENT TIMESTAMPTZ BYTEA NVARCHAR INTERVAL
`)

/** Keywords that begin a statement. */
export const STARTERS = new Set(
  words(
    'SELECT INSERT UPDATE DELETE CREATE DROP ALTER WITH BEGIN COMMIT ROLLBACK PRAGMA EXPLAIN VALUES REPLACE ANALYZE VACUUM TRUNCATE',
  ),
)

/** Keywords that begin a clause inside of a statement. */
export const CLAUSES = words('FROM WHERE GROUP ORDER HAVING LIMIT VALUES JOIN INNER LEFT ON UNION SET')

export const AGGREGATES = new Set(
  words(
    'COUNT SUM AVG MIN MAX TOTAL GROUP_CONCAT STRING_AGG ARRAY_AGG JSON_AGG BOOL_AND BOOL_OR STDDEV VARIANCE MEDIAN',
  ),
)

/** Functions of a database, by the id of its language; those that all of them have come first. */
const EVERYWHERE = words(`
  count sum avg min max abs round coalesce nullif length lower upper trim ltrim rtrim replace substr cast row_number rank
  dense_rank lag lead first_value last_value nth_value ntile percent_rank cume_dist exists date sign ceil floor
`)
export const FUNCTIONS = new Map<string, readonly string[]>([
  [
    'sql',
    [
      ...EVERYWHERE,
      ...words(`
        changes char concat concat_ws datetime format glob group_concat hex ifnull iif instr json json_array json_array_length
        json_each json_extract json_group_array json_group_object json_object json_set julianday last_insert_rowid like likelihood
        printf quote random randomblob strftime string_agg substring time timediff total typeof unicode unixepoch zeroblob
        pow power sqrt exp ln log log10 log2 mod pi sin cos tan trunc degrees radians octet_length unhex
      `),
    ],
  ],
  [
    'postgres',
    [
      ...EVERYWHERE,
      ...words(`
        age array_agg array_length array_to_string bool_and bool_or btrim char_length chr concat concat_ws date_part date_trunc
        extract format generate_series greatest least initcap json_agg json_build_object jsonb_agg jsonb_build_object left lpad
        make_date md5 mod now nextval position power random regexp_replace repeat reverse right rpad split_part sqrt string_agg
        string_to_array strpos substring to_char to_date to_number to_timestamp translate trunc unnest width_bucket exp ln log
      `),
    ],
  ],
  [
    'duckdb',
    [
      ...EVERYWHERE,
      ...words(`
        array_agg concat concat_ws contains date_diff date_part date_trunc datediff epoch extract format generate_series greatest
        least left list list_aggregate lpad md5 median mod mode now position pow power quantile random range regexp_matches
        regexp_replace repeat reverse right rpad split_part sqrt starts_with strftime string_agg group_concat string_split strptime
        strlen substring to_date today trunc unnest year month day hour exp ln log ifnull
      `),
    ],
  ],
])

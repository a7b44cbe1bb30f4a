import type { CallFacts } from '../calls/call-facts.ts'
import { opened, quoted, STARS } from '../calls/lexicon.ts'

export const phpCalls: CallFacts = {
  lexicon: {
    lineComments: ['//', '#'],
    blockComments: STARS,
    name: /\$?[A-Za-z_\u00a1-\uffff][\w\u00a1-\uffff]*/y,
    signs: [
      '<=>',
      '===',
      '!==',
      '??=',
      '=>',
      '->',
      '?->',
      '::',
      '==',
      '!=',
      '.=',
      '+=',
      '&&',
      '||',
      '??',
      '<<',
      '>>',
      '++',
      '--',
    ],
    around: [/<\?(?:php\b|=|\s)/i, '?>'],
    strings: [
      opened(/<<<\s?(?:"?([A-Za-z_]\w*)"?|'([A-Za-z_]\w*)')/y, { isHeredoc: true, holes: 'dollar' }),
      quoted('`', { kind: 'command', holes: 'dollar' }),
      quoted('"', { holes: 'dollar' }),
      quoted("'", { escapes: 'quote' }),
    ],
  },
  members: ['->', '::', '?->', '\\'],
  joins: ['.'],
  callsTexts: true,
  bareCalls: ['include', 'include_once', 'require', 'require_once'],
  commands: { line: 'system exec shell_exec passthru popen proc_open ssh2_exec', wordsFromSecond: 'pcntl_exec' },
  calls: {
    evaluate: 'eval assert create_function extract mb_ereg_replace preg_replace parse_str .createTemplate Blade.render',
    deleteTree: 'File.deleteDirectory .deleteDirectory Storage.deleteDirectory',
    deleteFile: 'unlink rmdir',
    openFile: 'fopen SplFileObject',
    writeFile: 'file_put_contents',
    writeSecond: 'copy rename symlink move_uploaded_file link',
    readFile:
      'file_get_contents readfile file show_source highlight_file opendir scandir parse_ini_file file_exists is_file is_dir filesize mkdir touch virtual getimagesize simplexml_load_file',
    connect: 'fsockopen pfsockopen socket_connect stream_socket_client socket_create',
    send: 'curl_setopt curl_init file_get_contents mail fwrite curl_exec Http.post Http.get wp_remote_get wp_remote_post wp_remote_request wp_remote_head Client().request Client().get Client().post get_headers SoapClient Requests.get Requests.post',
    native: 'dl FFI.cdef FFI.load',
    deserialise: 'unserialize maybe_unserialize igbinary_unserialize yaml_parse msgpack_unpack',
    loadModule: 'include include_once require require_once',
    query:
      'mysql_query mysqli_query pg_query sqlite_query sqlite_exec sqlsrv_query odbc_exec oci_parse mssql_query db2_exec pg_send_query mysqli_real_query .querySingle .queryExec .unbufferedQuery .executeQuery .executeStatement .createNativeQuery .query .exec .prepare mysqli_multi_query .multi_query .whereRaw DB.raw DB.select .orderByRaw .raw .havingRaw .selectRaw .groupByRaw .get_results .get_var .get_row .get_col .createQuery .where .andWhere .orWhere .having .orderBy .addOrderBy .fetchAllAssociative .fetchAssociative .fetchOne mysqli_prepare DB.statement DB.unprepared',
    weakHash: 'md5 sha1 crypt md5_file',
    weakCipher: 'mcrypt_encrypt mcrypt_decrypt',
    weakRandom: 'rand mt_rand uniqid',
    fork: 'pcntl_fork',
    becomeRoot: 'posix_setuid',
    unpack: '.extractTo',
    password: 'mysqli_connect mysql_connect mysqli PDO ldap_bind ftp_login JWT.encode',
    directory: 'ldap_search ldap_list ldap_read',
  },
  sources: {
    foreign:
      '$_GET $_POST $_REQUEST $_COOKIE $_FILES $_SERVER $argv $argc readline fgets stream_get_contents .input .get_param filter_input apache_request_headers getallheaders',
    environment: 'getenv $_ENV env',
    network: 'curl_exec fsockopen Http.get fread socket_read',
    clean:
      'escapeshellarg escapeshellcmd intval floatval htmlspecialchars htmlentities mysqli_real_escape_string mysql_real_escape_string .quote .real_escape_string addslashes basename strlen count',
  },
  pure: {
    same: 'trim strval rtrim ltrim strtolower stripslashes',
    joinBlank: 'implode join',
    format: 'sprintf vsprintf',
    list: 'array',
    base64: 'base64_decode',
    hex: 'hex2bin',
    reverse: 'strrev',
    codes: 'chr',
    decoded: 'gzinflate gzuncompress str_rot13 gzdecode convert_uudecode pack rawurldecode urldecode',
  },
  admitsEntities: /LIBXML_(?:NOENT|DTDLOAD|DTDATTR)|libxml_disable_entity_loader\(\s*false/g,
  dispatchers:
    'call_user_func call_user_func_array array_map usort uasort uksort array_filter array_walk register_shutdown_function',
  callers:
    'call_user_func call_user_func_array array_map array_walk usort register_shutdown_function forward_static_call array_filter',
  unprotected:
    /CURLOPT_SSL_VERIFY(?:PEER|HOST)\s*(?:,|=>)\s*(?:false|0)\b|verify_peer['"]?\s*=>\s*false|allow_self_signed['"]?\s*=>\s*true/i,
}

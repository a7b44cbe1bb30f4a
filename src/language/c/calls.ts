import type { CallFacts } from '../calls/call-facts.ts'
import { CHARACTER, NAME, opened, quoted, SLASHES, STARS } from '../calls/lexicon.ts'

export const cCalls: CallFacts = {
  lexicon: {
    lineComments: SLASHES,
    blockComments: STARS,
    name: NAME,
    signs: ['...', '<<=', '>>=', '->', '::', '==', '!=', '<=', '>=', '&&', '||', '+=', '-=', '++', '--', '<<', '>>'],
    strings: [
      opened(/(?:u8|[LuU])?R"([^()\\\s]{0,16})\(/y, { close: (tag) => `)${tag}"`, escapes: 'none' }),
      opened(/(?:u8|[LuU])?"/y, { close: () => '"', isOneLine: true }),
      CHARACTER,
      quoted("'", { isOneLine: true }),
    ],
  },
  members: ['.', '->', '::'],
  joins: [],
  hasAdjacentStrings: true,
  roots: ['std', ''],
  commands: {
    line: 'system popen _popen _wsystem WinExec wordexp',
    wordsFromSecond:
      'execl execlp execle execv execvp execve execvpe fexecve _execl _execv _spawnl ShellExecute posix_spawn posix_spawnp ShellExecuteA CreateProcess CreateProcessA',
  },
  calls: {
    deleteFile: 'unlink remove rmdir unlinkat truncate DeleteFile DeleteFileA',
    openFile: 'fopen open open64 freopen openat creat',
    writeSecond: 'rename symlink link renameat',
    readFile: 'opendir scandir',
    connect: 'connect WSAConnect',
    send: 'send sendto curl_easy_setopt write',
    native:
      'dlopen dlmopen LoadLibrary LoadLibraryA mprotect VirtualAlloc ptrace VirtualProtect CreateRemoteThread WriteProcessMemory init_module finit_module',
    query: 'sqlite3_exec mysql_query PQexec mysql_real_query sqlite3_prepare_v2 SQLExecDirect',
    directory: 'xmlXPathEvalExpression xmlXPathEval xmlXPathCompile ldap_search_s ldap_search_ext_s',
    weakHash: 'MD5 MD5_Init SHA1 SHA1_Init EVP_md5 EVP_sha1 MD4 crypt',
    weakCipher: 'DES_ecb_encrypt DES_set_key RC4 EVP_des_ecb EVP_rc4 EVP_des_cbc',
    weakRandom: 'rand srand random drand48',
    overflow:
      'gets strcpy strcat sprintf vsprintf stpcpy wcscpy wcscat lstrcpy lstrcat _mbscpy _mbscat scanf fscanf sscanf strcpyA StrCpy StrCat _tcscpy _tcscat',
    fork: 'fork vfork',
    duplicate: 'dup2 dup3',
    password:
      'mysql_real_connect AES_set_encrypt_key AES_set_decrypt_key curl_easy_setopt EVP_EncryptInit_ex EVP_DecryptInit_ex',
    formatText: 'printf fprintf syslog vprintf vfprintf err errx warn warnx wprintf',
    becomeRoot: 'setuid seteuid setreuid setresuid setgid',
  },
  foreignParameters: /\bmain\s*\(\s*int\s+\w+\s*,\s*(?:const\s+)?char\s*(?:const\s*)?\*\s*(?:const\s*)?\*?\s*(\w+)/g,
  sources: {
    foreign: 'argv fgets gets scanf getline fread read recv getopt optarg std.cin cin',
    environment: 'getenv secure_getenv environ',
    network: 'recv recvfrom',
    clean: 'atoi strtol strtoul strlen sizeof strtod',
  },
  fills: 'sprintf snprintf asprintf vsprintf swprintf',
  pure: { same: 'strdup _T TEXT strndup L', list: 'list' },
  admitsEntities: /XML_PARSE_(?:NOENT|DTDLOAD)/g,
  unprotected: /CURLOPT_SSL_VERIFY(?:PEER|HOST)\s*,\s*0|SSL_VERIFY_NONE/,
}

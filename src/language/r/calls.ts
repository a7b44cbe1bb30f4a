import type { CallFacts } from '../calls/call-facts.ts'
import { opened, quoted } from '../calls/lexicon.ts'

export const rCalls: CallFacts = {
  lexicon: {
    lineComments: ['#'],
    blockComments: [],
    name: /(?:[A-Za-z_\u00a1-\uffff]|\.(?=[A-Za-z_]))[\w.\u00a1-\uffff]*/y,
    signs: ['<<-', '->>', ':::', '|>', '%>%', '<-', '->', '::', '==', '!=', '<=', '>=', '&&', '||'],
    strings: [
      opened(/[rR]"(-{0,9})\(/y, { close: (dashes) => `)${dashes}"`, escapes: 'none' }),
      quoted('"'),
      quoted("'"),
      quoted('`', { kind: 'name' }),
    ],
  },
  members: ['::', ':::', '$', '@'],
  joins: [],
  roots: ['base', 'utils', 'tools'],
  commands: {
    line: 'system shell shell.exec pipe sys.exec',
    joined: 'system2',
    words: 'processx.run processx.process.new callr.rcmd sys.exec_wait sys.exec_internal exec_wait',
  },
  calls: {
    evaluate: 'parse str2lang str2expression',
    deleteTree: 'unlink fs.dir_delete dir_delete',
    deleteFile: 'file.remove fs.file_delete',
    openFile: 'file gzfile bzfile',
    writeFile: 'sink',
    writeSecond: 'writeLines cat write write.csv write.table saveRDS file.copy file.rename file.symlink writeBin',
    readFile: 'readLines scan readRDS read.csv read.table readBin readr.read_file readr.read_lines list.files',
    connect: 'socketConnection',
    send: 'httr.POST httr.GET httr2.request curl.curl_fetch_memory download.file RCurl.postForm POST GET url curl',
    native: 'dyn.load .C .Call .External Rcpp.sourceCpp Rcpp.cppFunction inline.cfunction',
    deserialise: 'readRDS load unserialize',
    loadModule: 'library require source sys.source requireNamespace loadNamespace',
    query: 'dbGetQuery dbExecute dbSendQuery DBI.dbGetQuery DBI.dbExecute DBI.dbSendQuery sqldf',
    weakHash: 'digest openssl.md5 md5 tools.md5sum',
    fork: 'mcfork parallel.mcparallel parallel.mcfork mcparallel',
    unpack: 'untar unzip utils.untar utils.unzip',
  },
  sources: {
    foreign: 'commandArgs readline readLines scan input',
    environment: 'Sys.getenv',
    network: 'httr.GET httr.POST url curl GET httr.content RCurl.getURL getURL httr.content content',
    clean: 'shQuote as.integer as.numeric sQuote dQuote nchar',
  },
  pure: {
    same: 'as.character trimws tolower toString rawToChar charToRaw invisible print',
    joinBlank: 'paste',
    concatArguments: 'paste0 stringr.str_c str_c',
    joinPath: 'file.path fs.path',
    format: 'sprintf gettextf',
    list: 'c list character unlist',
    base64:
      'base64enc.base64decode base64decode jsonlite.base64_dec openssl.base64_decode RCurl.base64Decode base64_dec base64_decode',
    reverse: 'stringi.stri_reverse stri_reverse',
    codes: 'intToUtf8',
    decoded: 'memDecompress rev chartr',
  },
  callers: 'do.call match.fun get lapply sapply Map Reduce',
  unprotected: /ssl_verifypeer\s*=\s*(?:0|FALSE)|ssl\.verifypeer\s*=\s*FALSE/,
}

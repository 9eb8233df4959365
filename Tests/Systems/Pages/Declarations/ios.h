// As much of Foundation and of the OSS SDK for iOS as docs/mobile.md uses. No SDK is here, so a wrong class or method shows in these.
#define nil 0
typedef long NSInteger;
typedef unsigned long NSUInteger;
@interface NSObject
+ (instancetype)alloc;
+ (instancetype)new;
- (instancetype)init;
@end
@interface NSString : NSObject
@property (readonly) NSUInteger length;
@property (readonly) double doubleValue;
- (NSString *)stringByAppendingString:(NSString *)other;
@end
@interface NSConstantString : NSString
@end
@interface NSData : NSObject
@end
@interface NSDictionary<Key, Value> : NSObject
+ (instancetype)dictionaryWithObjects:(const Value[])values forKeys:(const Key[])keys count:(NSUInteger)count;
- (Value)objectForKeyedSubscript:(Key)key;
@end
@interface NSThread : NSObject
+ (void)sleepForTimeInterval:(double)seconds;
@end
@interface NSError : NSObject
@property (readonly) NSInteger code;
@property (readonly) NSDictionary *userInfo;
+ (instancetype)errorWithDomain:(NSString *)domain code:(NSInteger)code userInfo:(NSDictionary *)details;
@end
@interface NSURL : NSObject
+ (instancetype)URLWithString:(NSString *)text;
@end
@interface NSURLResponse : NSObject
@end
@interface NSHTTPURLResponse : NSURLResponse
@property (readonly) NSInteger statusCode;
- (NSString *)valueForHTTPHeaderField:(NSString *)field;
@end
@interface NSURLRequest : NSObject
+ (instancetype)requestWithURL:(NSURL *)url;
@end
@interface NSMutableURLRequest : NSURLRequest
- (void)setValue:(NSString *)value forHTTPHeaderField:(NSString *)field;
@end
@interface NSURLSessionDataTask : NSObject
- (void)resume;
@end
@interface NSURLSession : NSObject
@property (class, readonly) NSURLSession *sharedSession;
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request
                            completionHandler:(void (^)(NSData *data, NSURLResponse *response, NSError *error))handler;
@end
@interface NSJSONSerialization : NSObject
+ (id)JSONObjectWithData:(NSData *)data options:(NSUInteger)options error:(NSError **)error;
@end

@interface OSSTask<Result> : NSObject
@property (readonly) Result result;
@property (readonly) NSError *error;
- (void)waitUntilFinished;
@end
@interface OSSTaskCompletionSource<Result> : NSObject
+ (instancetype)taskCompletionSource;
@property (readonly) OSSTask<Result> *task;
- (void)setResult:(Result)result;
- (void)setError:(NSError *)error;
@end
@interface OSSFederationToken : NSObject
@property NSString *tAccessKey, *tSecretKey, *tToken, *expirationTimeInGMTFormat;
@end
@protocol OSSCredentialProvider
@end
@interface OSSFederationCredentialProvider : NSObject <OSSCredentialProvider>
- (instancetype)initWithFederationTokenGetter:(OSSFederationToken * (^)(void))getter;
- (OSSFederationToken *)getToken:(NSError **)error;
@end
@interface OSSPutObjectRequest : NSObject
@property NSString *bucketName, *objectKey;
@property NSURL *uploadingFileURL;
@end
@interface OSSClient : NSObject
- (instancetype)initWithEndpoint:(NSString *)endpoint credentialProvider:(id<OSSCredentialProvider>)provider;
- (OSSTask *)putObject:(OSSPutObjectRequest *)request;
@end

@interface Session : NSObject
@property (readonly) NSString *idToken;
- (void)renewIDToken;
@end

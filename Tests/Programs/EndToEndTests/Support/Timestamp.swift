import Time

func timestamp(_ secondsSince1970: Int64) -> String {
    Timestamp(secondsSince1970: secondsSince1970).description
}
